-- What nodes ask of each other. Empty but for the moments in which somebody waits for an answer; whoever asked removes it.
CREATE TABLE restante_node_request (
  id BIGINT PRIMARY KEY,
  incarnation BIGINT NOT NULL,
  kind SMALLINT NOT NULL,
  entity BIGINT NOT NULL,
  delivery BIGINT NOT NULL,
  selector text,
  answer BIGINT
);
