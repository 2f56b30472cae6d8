-- Requests of nodes to other nodes. The requesting node waits for the answer and then deletes the request.
CREATE TABLE restante_node_request (
  id BIGINT PRIMARY KEY,
  incarnation BIGINT NOT NULL,
  kind SMALLINT NOT NULL,
  entity BIGINT NOT NULL,
  delivery BIGINT NOT NULL,
  selector text,
  answer BIGINT
);
