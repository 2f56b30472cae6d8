-- The entities that are there. A deletion removes the row first.
CREATE MEMORY TABLE IF NOT EXISTS restante_entity_presence (
  entity BIGINT PRIMARY KEY
);

INSERT INTO restante_entity_presence (entity) SELECT e.id FROM restante_entity e WHERE e.name NOT LIKE '$gone/%'
  AND NOT EXISTS (SELECT 1 FROM restante_entity_presence p WHERE p.entity = e.id);
