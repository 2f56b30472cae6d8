-- Rules of subscriptions whose rules were changed. Every other subscription has the single rule $Default with its
-- selector.
CREATE TABLE restante_subscription_rule (
  subscription BIGINT NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  definition BYTEA NOT NULL,
  PRIMARY KEY (subscription, name)
);

ALTER TABLE restante_entity ADD COLUMN own_rules BOOLEAN NOT NULL DEFAULT FALSE;
