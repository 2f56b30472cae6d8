-- What a node has told the others lately, where nobody can listen: see PolledSignals.
ALTER TABLE restante_node ADD COLUMN told TEXT;
