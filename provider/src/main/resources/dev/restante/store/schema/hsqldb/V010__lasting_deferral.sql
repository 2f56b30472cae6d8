-- True for a deferred delivery that was received by its sequence number. If it returns for any reason, it is deferred
-- again (DEF-01).
ALTER TABLE restante_delivery ADD COLUMN IF NOT EXISTS deferred BOOLEAN;
