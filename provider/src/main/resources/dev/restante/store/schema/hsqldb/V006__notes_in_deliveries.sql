-- Delivery annotations move into the rows of their deliveries. A delivery has annotations if original_expiration is not
-- null. The column branch was never used. When this migration runs again, the table of annotations and the dropped
-- columns may already be gone. HSQLDB cannot drop columns "if exists".
CREATE CACHED TABLE IF NOT EXISTS restante_delivery_note (
  delivery BIGINT PRIMARY KEY,
  reason VARCHAR(100000),
  description VARCHAR(1000000),
  source VARCHAR(2000),
  original_expiration BIGINT NOT NULL,
  changed_properties VARBINARY(1000000000)
);

ALTER TABLE restante_delivery ADD COLUMN IF NOT EXISTS reason VARCHAR(100000);

ALTER TABLE restante_delivery ADD COLUMN IF NOT EXISTS description VARCHAR(1000000);

ALTER TABLE restante_delivery ADD COLUMN IF NOT EXISTS source VARCHAR(2000);

ALTER TABLE restante_delivery ADD COLUMN IF NOT EXISTS original_expiration BIGINT;

ALTER TABLE restante_delivery ADD COLUMN IF NOT EXISTS changed_properties VARBINARY(1000000000);

MERGE INTO restante_delivery AS d USING restante_delivery_note AS n ON d.id = n.delivery
WHEN MATCHED THEN UPDATE SET d.reason = n.reason, d.description = n.description, d.source = n.source,
  d.original_expiration = n.original_expiration, d.changed_properties = n.changed_properties;

ALTER TABLE restante_delivery ADD COLUMN IF NOT EXISTS noted BOOLEAN;

ALTER TABLE restante_delivery DROP COLUMN noted;

ALTER TABLE restante_delivery ADD COLUMN IF NOT EXISTS branch BIGINT;

ALTER TABLE restante_delivery DROP COLUMN branch;

DROP TABLE restante_delivery_note;
