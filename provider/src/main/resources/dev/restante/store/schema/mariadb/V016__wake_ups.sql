-- Recent announcements of a node to the other nodes: see PolledSignals.
ALTER TABLE restante_node ADD COLUMN IF NOT EXISTS told MEDIUMTEXT;
