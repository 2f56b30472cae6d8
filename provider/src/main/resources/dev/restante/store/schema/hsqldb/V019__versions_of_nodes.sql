-- Restante version of a node; null for nodes of older versions that do not report it.
ALTER TABLE restante_node ADD COLUMN IF NOT EXISTS version VARCHAR(1000);
