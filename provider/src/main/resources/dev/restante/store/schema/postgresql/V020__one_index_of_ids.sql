-- The order index ends with an expression instead of the column id. Therefore the planner can use only the primary key
-- to find an id, even if the statistics show an empty table, for which all indexes cost nothing.
DROP INDEX restante_delivery_order;
CREATE INDEX restante_delivery_order ON restante_delivery (entity, state, precedence, queue_position, (id + 0));
