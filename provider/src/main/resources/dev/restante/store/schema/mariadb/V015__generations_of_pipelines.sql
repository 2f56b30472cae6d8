-- Exists for equality with other databases. Here it is not part of the key, because the table contains only one version
-- of a row.
ALTER TABLE restante_pipeline ADD COLUMN IF NOT EXISTS generation BIGINT NOT NULL DEFAULT 0;
