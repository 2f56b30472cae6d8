-- Former versions of a row that is updated with each batch can't be removed while an old transaction is open, and whoever
-- looks for it by its key passes all of them. So it gets another key now and then.
ALTER TABLE restante_pipeline ADD COLUMN generation BIGINT NOT NULL DEFAULT 0;
ALTER TABLE restante_pipeline DROP CONSTRAINT restante_pipeline_pkey;
ALTER TABLE restante_pipeline ADD CONSTRAINT restante_pipeline_pkey PRIMARY KEY (incarnation, pipeline_number, generation);
