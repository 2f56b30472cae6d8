-- Policies: options of all entities of a kind whose names match a pattern. Each entity keeps the values that it inherits.
CREATE TABLE IF NOT EXISTS restante_policy (
  kind SMALLINT NOT NULL,
  pattern VARBINARY(2400) NOT NULL,
  precedence INTEGER NOT NULL,
  options MEDIUMTEXT NOT NULL,
  PRIMARY KEY (kind, pattern)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

ALTER TABLE restante_entity ADD COLUMN IF NOT EXISTS inherited_options MEDIUMTEXT NOT NULL DEFAULT ('');

-- Each creation of an entity and each change of policies locks this row.
INSERT IGNORE INTO restante_setting (name, setting_value) VALUES ('policies', '0');

-- Options without an own value have no line any more. Earlier versions stored their defaults.
UPDATE restante_entity SET options = SUBSTRING(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CONCAT(CHAR(10), options),
    CONCAT(CHAR(10), 'lockDuration=PT30S', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'maxDeliveryCount=10', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'deadLetterOnExpiry=false', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'expireOnlyWithConsumer=false', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'duplicateIdSource=DUPLICATE_ID', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'groupsRequired=false', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'redeliveryBackOff.initial=PT0S', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'redeliveryBackOff.multiplier=1.0', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'redeliveryBackOff.maximum=PT0S', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'redeliveryBackOff.jitter=0.0', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'lateSettlement=REJECT', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'status=ACTIVE', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'deletionProtected=false', CHAR(10)), CHAR(10)),
    CONCAT(CHAR(10), 'groupAssignment=PER_MESSAGE', CHAR(10)), CHAR(10))
  FROM 2);
