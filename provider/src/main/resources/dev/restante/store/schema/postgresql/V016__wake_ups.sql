-- Recent announcements of a node to the other nodes, for nodes that cannot listen: see PolledSignals.
ALTER TABLE restante_node ADD COLUMN told TEXT;
