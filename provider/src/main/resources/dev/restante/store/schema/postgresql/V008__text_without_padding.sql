-- Text compares by code point with every collation of the database. PostgreSQL rebuilds the indexes with these columns.
ALTER TABLE restante_entity ALTER COLUMN name TYPE text COLLATE "C", ALTER COLUMN selector TYPE text COLLATE "C",
  ALTER COLUMN subscription_name TYPE text COLLATE "C", ALTER COLUMN client_id TYPE text COLLATE "C",
  ALTER COLUMN connection_id TYPE text COLLATE "C";

ALTER TABLE restante_message_group ALTER COLUMN group_id TYPE text COLLATE "C";

ALTER TABLE restante_duplicate_id ALTER COLUMN duplicate_id TYPE text COLLATE "C";

ALTER TABLE restante_receive_attempt ALTER COLUMN attempt_id TYPE text COLLATE "C";

ALTER TABLE restante_setting ALTER COLUMN name TYPE text COLLATE "C";

ALTER TABLE restante_delivery ALTER COLUMN group_id TYPE text COLLATE "C", ALTER COLUMN reason TYPE text COLLATE "C",
  ALTER COLUMN source TYPE text COLLATE "C";
