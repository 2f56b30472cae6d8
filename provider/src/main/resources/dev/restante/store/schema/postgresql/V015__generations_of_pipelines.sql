-- Each batch updates the row of its pipeline. While an old transaction is open, PostgreSQL cannot remove the former
-- versions of the row, and each search by key reads all of them. Therefore the row gets another key from time to time.
ALTER TABLE restante_pipeline ADD COLUMN generation BIGINT NOT NULL DEFAULT 0;
ALTER TABLE restante_pipeline DROP CONSTRAINT restante_pipeline_pkey;
ALTER TABLE restante_pipeline ADD CONSTRAINT restante_pipeline_pkey PRIMARY KEY (incarnation, pipeline_number, generation);
