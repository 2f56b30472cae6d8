-- Policies: options of all entities of a kind whose names match a pattern. Each entity keeps the values that it inherits.
CREATE TABLE restante_policy (
  kind SMALLINT NOT NULL,
  pattern text COLLATE "C" NOT NULL,
  precedence INTEGER NOT NULL,
  options text NOT NULL,
  PRIMARY KEY (kind, pattern)
);

ALTER TABLE restante_entity ADD COLUMN inherited_options text NOT NULL DEFAULT '';

-- Each creation of an entity and each change of policies locks this row.
INSERT INTO restante_setting (name, setting_value) VALUES ('policies', '0');

-- Options without an own value have no line any more. Earlier versions stored their defaults.
UPDATE restante_entity SET options = SUBSTRING(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CONCAT(chr(10), options),
    CONCAT(chr(10), 'lockDuration=PT30S', chr(10)), chr(10)),
    CONCAT(chr(10), 'maxDeliveryCount=10', chr(10)), chr(10)),
    CONCAT(chr(10), 'deadLetterOnExpiry=false', chr(10)), chr(10)),
    CONCAT(chr(10), 'expireOnlyWithConsumer=false', chr(10)), chr(10)),
    CONCAT(chr(10), 'duplicateIdSource=DUPLICATE_ID', chr(10)), chr(10)),
    CONCAT(chr(10), 'groupsRequired=false', chr(10)), chr(10)),
    CONCAT(chr(10), 'redeliveryBackOff.initial=PT0S', chr(10)), chr(10)),
    CONCAT(chr(10), 'redeliveryBackOff.multiplier=1.0', chr(10)), chr(10)),
    CONCAT(chr(10), 'redeliveryBackOff.maximum=PT0S', chr(10)), chr(10)),
    CONCAT(chr(10), 'redeliveryBackOff.jitter=0.0', chr(10)), chr(10)),
    CONCAT(chr(10), 'lateSettlement=REJECT', chr(10)), chr(10)),
    CONCAT(chr(10), 'status=ACTIVE', chr(10)), chr(10)),
    CONCAT(chr(10), 'deletionProtected=false', chr(10)), chr(10)),
    CONCAT(chr(10), 'groupAssignment=PER_MESSAGE', chr(10)), chr(10))
  FROM 2);
