-- Bodies that are stored apart from their messages, in chunks, which are committed before the message is. A body is
-- there as long as it has a row here, and that stays as long as it has a hold or a reference.
CREATE CACHED TABLE IF NOT EXISTS restante_body (
  id BIGINT PRIMARY KEY
);

CREATE CACHED TABLE IF NOT EXISTS restante_body_chunk (
  body BIGINT NOT NULL,
  chunk_number INTEGER NOT NULL,
  content VARBINARY(1000000000) NOT NULL,
  PRIMARY KEY (body, chunk_number)
);

-- The messages that have a body: one, unless copies were made of it. It comes with its message, and is removed later.
CREATE CACHED TABLE IF NOT EXISTS restante_body_reference (
  body BIGINT NOT NULL,
  message BIGINT NOT NULL,
  PRIMARY KEY (body, message),
  FOREIGN KEY (body) REFERENCES restante_body (id)
);

-- The nodes that write a body, or hand it to an application, whatever becomes of the message meanwhile.
CREATE CACHED TABLE IF NOT EXISTS restante_body_hold (
  id BIGINT PRIMARY KEY,
  body BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  FOREIGN KEY (body) REFERENCES restante_body (id)
);

-- Bodies of which nothing but chunks may be left.
CREATE CACHED TABLE IF NOT EXISTS restante_ended_body (
  id BIGINT PRIMARY KEY
);
