//! The ids and arguments of an enum of messages, from its JSON schema.

use std::collections::{BTreeMap, BTreeSet};

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::Value;

use super::Message;

/// Returns the ids of an enum of messages with the names of their arguments.
pub fn declared<M: Message + JsonSchema>() -> BTreeMap<String, BTreeSet<String>> {
    let settings = SchemaSettings::default().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<M>();
    let schema = schema.to_value();
    let id = |variant: &str| format!("{}-{variant}", M::AREA);
    let mut messages = BTreeMap::new();
    let variants = schema.get("oneOf").and_then(Value::as_array);
    // The schema of an enum without fields has no `oneOf`: it lists the variants itself.
    let alone = variants.is_none().then_some(&schema);
    for variant in variants.into_iter().flatten().chain(alone) {
        let unit = variant.get("const").into_iter();
        let units = variant.get("enum").and_then(Value::as_array);
        for name in unit.chain(units.into_iter().flatten()) {
            messages.extend(name.as_str().map(|name| (id(name), BTreeSet::new())));
        }
        let with_fields = variant.get("properties").and_then(Value::as_object);
        for (name, fields) in with_fields.into_iter().flatten() {
            let fields = fields.get("properties").and_then(Value::as_object);
            let names = fields.into_iter().flatten().map(|(name, _)| name.clone());
            messages.insert(id(name), names.collect());
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    #[expect(dead_code, reason = "only its declaration is read")]
    #[derive(Serialize, JsonSchema)]
    #[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
    enum Challenge {
        UnknownLevel {
            highest_level: u8,
            typed: String,
        },
        NothingAsked,
        /// A documented variant has an entry of its own in the schema.
        Over,
    }

    impl Message for Challenge {
        const AREA: &'static str = "challenge";
    }

    #[expect(dead_code, reason = "only its declaration is read")]
    #[derive(Serialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    enum Plain {
        OnlyThis,
        AndThat,
    }

    impl Message for Plain {
        const AREA: &'static str = "plain";
    }

    #[test]
    fn a_schema_lists_variants_and_fields() {
        let listed = declared::<Challenge>();
        let ids: Vec<&str> = listed.keys().map(String::as_str).collect();
        assert_eq!(
            ids,
            [
                "challenge-nothing-asked",
                "challenge-over",
                "challenge-unknown-level"
            ]
        );
        let fields = &listed["challenge-unknown-level"];
        assert!(fields.iter().eq(["highest-level", "typed"]), "{fields:?}");
        assert!(listed["challenge-over"].is_empty());
        let plain = declared::<Plain>();
        assert!(plain.keys().eq(["plain-and-that", "plain-only-this"]));
    }
}
