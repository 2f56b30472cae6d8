-- Large bodies, which are stored in chunks outside the message row. The chunks are committed before the message. A body
-- exists as long as it has a row here, and the row exists as long as the body has a body retention or a reference.
CREATE CACHED TABLE IF NOT EXISTS restante_body (
  id BIGINT PRIMARY KEY
);

CREATE CACHED TABLE IF NOT EXISTS restante_body_chunk (
  body BIGINT NOT NULL,
  chunk_number INTEGER NOT NULL,
  content VARBINARY(1000000000) NOT NULL,
  PRIMARY KEY (body, chunk_number)
);

-- References from messages to their large bodies. Copies of a message share its body. A reference is inserted with its
-- message and deleted after it.
CREATE CACHED TABLE IF NOT EXISTS restante_body_reference (
  body BIGINT NOT NULL,
  message BIGINT NOT NULL,
  PRIMARY KEY (body, message),
  FOREIGN KEY (body) REFERENCES restante_body (id)
);

-- Body retentions: a node writes a large body or an application reads it, so it must not be deleted, even if the
-- message is.
CREATE CACHED TABLE IF NOT EXISTS restante_body_hold (
  id BIGINT PRIMARY KEY,
  body BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  FOREIGN KEY (body) REFERENCES restante_body (id)
);

-- Deleted bodies whose chunks may still exist.
CREATE CACHED TABLE IF NOT EXISTS restante_ended_body (
  id BIGINT PRIMARY KEY
);
