-- The version of Restante that a node is of; null for nodes of versions that did not tell it.
ALTER TABLE restante_node ADD COLUMN version TEXT;
