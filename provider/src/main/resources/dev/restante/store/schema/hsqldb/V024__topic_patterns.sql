-- Pattern of the topics of a subscription to several topics. Its parent is -1.
ALTER TABLE restante_entity ADD COLUMN IF NOT EXISTS topic_pattern VARCHAR(2000);

-- Each change of the subscriptions to topics by pattern locks this row, and each creation of a topic shares the lock.
INSERT INTO restante_setting (name, setting_value) SELECT 'topic-patterns', '' FROM (VALUES (0))
  WHERE NOT EXISTS (SELECT 1 FROM restante_setting WHERE name = 'topic-patterns');
