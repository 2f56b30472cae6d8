-- The order index ends with an expression instead of the column id. So the primary key is the only index in which the
-- planner can look for an id, even where the statistics say that the table is empty and all indexes cost nothing.
DROP INDEX restante_delivery_order;
CREATE INDEX restante_delivery_order ON restante_delivery (entity, state, precedence, queue_position, (id + 0));
