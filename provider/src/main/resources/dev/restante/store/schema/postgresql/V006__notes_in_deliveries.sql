-- Delivery annotations move into the rows of their deliveries. A delivery has annotations if original_expiration is not
-- null. The column branch was never used.
ALTER TABLE restante_delivery ADD COLUMN reason text, ADD COLUMN description text, ADD COLUMN source text,
  ADD COLUMN original_expiration BIGINT, ADD COLUMN changed_properties bytea, DROP COLUMN noted, DROP COLUMN branch;

UPDATE restante_delivery AS d SET reason = n.reason, description = n.description, source = n.source,
  original_expiration = n.original_expiration, changed_properties = n.changed_properties
FROM restante_delivery_note AS n WHERE d.id = n.delivery;

DROP TABLE restante_delivery_note;
