//! Codes of facts and refusals, by which their sentences are found.
//!
//! Each family has an enum of them, made together with the lists of how they are written: a code that
//! is misspelt, or that nothing tells any more, does not go unnoticed by the compiler.

/// Makes an enum of codes, and of each part of it a list of its codes as they are written.
macro_rules! codes {
    (
        $(#[$about_enum:meta])*
        $visible:vis enum $name:ident;
        $(
            $(#[$about_list:meta])*
            pub const $list:ident { $($code:ident = $text:literal,)+ }
        )+
    ) => {
        $(#[$about_enum])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visible enum $name {
            $($(#[doc = concat!("`", $text, "`")] $code,)+)+
        }

        impl $name {
            /// As it is written: the key of its sentence.
            $visible const fn as_str(self) -> &'static str {
                match self {
                    $($($name::$code => $text,)+)+
                }
            }
        }

        impl From<$name> for &'static str {
            fn from(code: $name) -> &'static str {
                code.as_str()
            }
        }

        $(
            $(#[$about_list])*
            pub const $list: &[&str] = &[$($text,)+];
        )+
    };
}

pub(crate) use codes;
