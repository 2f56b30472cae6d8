-- Whether a delivery was deferred and has been received by its number since: whichever way it comes back, it is deferred
-- again (DEF-01).
ALTER TABLE restante_delivery ADD COLUMN IF NOT EXISTS deferred BOOLEAN;
