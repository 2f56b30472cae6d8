-- As the other databases have it; here it is not part of the key, since the row has one version in its table.
ALTER TABLE restante_pipeline ADD COLUMN IF NOT EXISTS generation BIGINT NOT NULL DEFAULT 0;
