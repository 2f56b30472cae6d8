-- The entities that are there. Batches lock the rows of the entities in which they store something, so that these
-- entities can't be deleted meanwhile. A deletion removes the row first.
CREATE TABLE restante_entity_presence (
  entity BIGINT PRIMARY KEY
);

INSERT INTO restante_entity_presence (entity) SELECT id FROM restante_entity WHERE name NOT LIKE '$gone/%';
