-- Substring search in titles, descriptions and places, by index.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
