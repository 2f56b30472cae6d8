-- Exists for equality with other databases. On HSQLDB it is not part of the key, because a row has only one version.
ALTER TABLE restante_pipeline ADD COLUMN IF NOT EXISTS generation BIGINT DEFAULT 0 NOT NULL;
