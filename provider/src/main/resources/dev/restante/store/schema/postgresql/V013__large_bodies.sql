-- Bodies that are stored apart from their messages, in chunks, which are committed before the message is. A body is
-- there as long as it has a row here, and that stays as long as it has a hold or a reference.
CREATE TABLE restante_body (
  id BIGINT PRIMARY KEY
);

CREATE TABLE restante_body_chunk (
  body BIGINT NOT NULL,
  chunk_number INTEGER NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (body, chunk_number)
);

-- Bodies rarely compress well, and the attempt costs more than it saves.
ALTER TABLE restante_body_chunk ALTER COLUMN content SET STORAGE EXTERNAL;

-- A chunk fills many rows of the table behind this one: vacuum both by a fixed number of dead rows.
ALTER TABLE restante_body_chunk SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 1000,
  toast.autovacuum_vacuum_scale_factor = 0.0, toast.autovacuum_vacuum_threshold = 100000);

-- The messages that have a body: one, unless copies were made of it. It comes with its message, and is removed later.
CREATE TABLE restante_body_reference (
  body BIGINT NOT NULL REFERENCES restante_body (id),
  message BIGINT NOT NULL,
  PRIMARY KEY (body, message)
);

-- The nodes that write a body, or hand it to an application, whatever becomes of the message meanwhile.
CREATE TABLE restante_body_hold (
  id BIGINT PRIMARY KEY,
  body BIGINT NOT NULL REFERENCES restante_body (id),
  incarnation BIGINT NOT NULL
);

CREATE INDEX restante_body_hold_body ON restante_body_hold (body);

-- Bodies of which nothing but chunks may be left.
CREATE TABLE restante_ended_body (
  id BIGINT PRIMARY KEY
);
