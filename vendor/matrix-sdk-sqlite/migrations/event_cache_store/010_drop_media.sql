-- The media cache is separate now.
DROP TABLE "media";
