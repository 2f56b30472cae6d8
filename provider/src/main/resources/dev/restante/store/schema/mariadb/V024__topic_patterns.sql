-- Pattern of the topics of a subscription to several topics. Its parent is -1.
ALTER TABLE restante_entity ADD COLUMN IF NOT EXISTS topic_pattern TEXT;

-- Each change of the subscriptions to topics by pattern locks this row, and each creation of a topic shares the lock.
INSERT IGNORE INTO restante_setting (name, setting_value) VALUES ('topic-patterns', '');
