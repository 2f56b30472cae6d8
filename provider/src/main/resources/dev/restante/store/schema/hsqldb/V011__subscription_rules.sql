-- Rules of subscriptions whose rules were changed. Every other subscription has the single rule $Default with its
-- selector.
CREATE CACHED TABLE IF NOT EXISTS restante_subscription_rule (
  subscription BIGINT NOT NULL,
  name VARCHAR(2000) COLLATE restante_text NOT NULL,
  definition VARBINARY(1000000000) NOT NULL,
  PRIMARY KEY (subscription, name)
);

ALTER TABLE restante_entity ADD COLUMN IF NOT EXISTS own_rules BOOLEAN DEFAULT FALSE NOT NULL;
