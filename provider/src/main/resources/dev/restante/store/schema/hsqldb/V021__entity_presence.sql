-- Entity presence: entities that can receive deliveries. A deletion first removes the presence row. Other databases
-- announce some deletions to each pipeline. HSQLDB does not need this, because no batch runs during a deletion.
CREATE MEMORY TABLE IF NOT EXISTS restante_entity_presence (
  entity BIGINT PRIMARY KEY,
  deletion_announced BOOLEAN DEFAULT FALSE NOT NULL
);

ALTER TABLE restante_pipeline ADD COLUMN IF NOT EXISTS announced_deletions BIGINT DEFAULT 0 NOT NULL;

INSERT INTO restante_entity_presence (entity) SELECT e.id FROM restante_entity e WHERE e.name NOT LIKE '$gone/%'
  AND NOT EXISTS (SELECT 1 FROM restante_entity_presence p WHERE p.entity = e.id);
