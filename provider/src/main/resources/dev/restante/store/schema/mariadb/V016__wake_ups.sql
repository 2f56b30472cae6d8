-- What a node has told the others lately: see PolledSignals.
ALTER TABLE restante_node ADD COLUMN IF NOT EXISTS told MEDIUMTEXT;
