-- Renames tables, columns and options to the words of the documentation. Each statement can be run again: HSQLDB
-- rejects a second rename because the old name does not exist, and the migration continues.

ALTER TABLE restante_node ALTER COLUMN waiting RENAME TO awaited_entities;
ALTER TABLE restante_node ALTER COLUMN version RENAME TO restante_version;
ALTER TABLE restante_pipeline ALTER COLUMN batch RENAME TO last_batch;
ALTER TABLE restante_lane ALTER COLUMN last_step RENAME TO last_count;
ALTER TABLE restante_entity ALTER COLUMN name_class RENAME TO name_scope;
ALTER TABLE restante_entity ALTER COLUMN lasting RENAME TO permanent;
ALTER TABLE restante_entity ALTER COLUMN own_rules RENAME TO has_rule_rows;
ALTER TABLE restante_entity_use ALTER COLUMN used_at RENAME TO used_until;
ALTER TABLE restante_message ALTER COLUMN head RENAME TO header;
ALTER TABLE restante_delivery ALTER COLUMN sole RENAME TO only_delivery;
ALTER TABLE restante_delivery ALTER COLUMN acquisition RENAME TO acquisition_count;
ALTER TABLE restante_delivery ALTER COLUMN suspect RENAME TO redelivery_suspected;
ALTER TABLE restante_delivery ALTER COLUMN deferred RENAME TO returns_deferred;
ALTER TABLE restante_delivery ALTER COLUMN reason RENAME TO dead_letter_reason;
ALTER TABLE restante_delivery ALTER COLUMN description RENAME TO dead_letter_description;
ALTER TABLE restante_delivery ALTER COLUMN source RENAME TO dead_letter_source;
ALTER TABLE restante_message_group ALTER COLUMN holder RENAME TO acceptance;
ALTER TABLE restante_xa_branch ALTER COLUMN global_id RENAME TO global_transaction_id;
ALTER TABLE restante_xa_branch ALTER COLUMN qualifier RENAME TO branch_qualifier;
ALTER TABLE restante_quota_share ALTER COLUMN places RENAME TO slots;
ALTER TABLE restante_quota_share ALTER COLUMN wanted_since RENAME TO waiting_since;
ALTER TABLE restante_buffer_stock ALTER COLUMN unstored RENAME TO without_row;
ALTER TABLE restante_redrive_job ALTER COLUMN from_id RENAME TO source_id;
ALTER TABLE restante_redrive_job ALTER COLUMN from_name RENAME TO source_name;
ALTER TABLE restante_redrive_job ALTER COLUMN standings RENAME TO statuses;
ALTER TABLE restante_redrive_job ALTER COLUMN maximum RENAME TO max_messages;
ALTER TABLE restante_redrive_job ALTER COLUMN per_second RENAME TO max_per_second;
ALTER TABLE restante_redrive_job ALTER COLUMN until_id RENAME TO high_id;
ALTER TABLE restante_redrive_job ALTER COLUMN until_position RENAME TO high_position;
ALTER TABLE restante_redrive_job ALTER COLUMN passed RENAME TO skipped;
ALTER TABLE restante_redrive_job ALTER COLUMN without_source RENAME TO source_missing;
ALTER TABLE restante_redrive_job ALTER COLUMN place RENAME TO progress_cursor;
ALTER TABLE restante_redrive_job ALTER COLUMN told_at RENAME TO progress_at;
ALTER TABLE restante_history ALTER COLUMN span_minutes RENAME TO interval_minutes;
ALTER TABLE restante_history ALTER COLUMN from_at RENAME TO starts_at;
ALTER TABLE restante_history ALTER COLUMN figures RENAME TO metrics;
ALTER TABLE restante_born_message ALTER COLUMN head RENAME TO header;

ALTER TABLE restante_born_message RENAME TO restante_direct_delivery;
ALTER TABLE restante_lane RENAME TO restante_outcome_counter;
ALTER TABLE restante_entity_use RENAME TO restante_entity_last_use;
ALTER TABLE restante_entity_user RENAME TO restante_entity_using_node;
ALTER TABLE restante_quota_share RENAME TO restante_in_flight_share;
ALTER TABLE restante_buffer_stock RENAME TO restante_prefetch_count;
ALTER TABLE restante_body_chunk RENAME TO restante_large_body_chunk;
ALTER TABLE restante_body_reference RENAME TO restante_large_body_reference;
ALTER TABLE restante_body_hold RENAME TO restante_large_body_retention;
ALTER TABLE restante_body RENAME TO restante_large_body;
ALTER TABLE restante_ended_body RENAME TO restante_deleted_body;

UPDATE restante_entity SET options = SUBSTRING(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CONCAT(CHAR(10), options),
    CONCAT(CHAR(10), 'expiry=ON_TIME'), CONCAT(CHAR(10), 'expireOnlyWithConsumer=false')),
    CONCAT(CHAR(10), 'expiry=WHEN_ACTIVE'), CONCAT(CHAR(10), 'expireOnlyWithConsumer=true')),
    CONCAT(CHAR(10), 'groups=OPTIONAL'), CONCAT(CHAR(10), 'groupsRequired=false')),
    CONCAT(CHAR(10), 'groups=REQUIRED'), CONCAT(CHAR(10), 'groupsRequired=true')),
    CONCAT(CHAR(10), 'duplicateIdFrom='), CONCAT(CHAR(10), 'duplicateIdSource=')),
    CONCAT(CHAR(10), 'lateSettlement=REFUSE'), CONCAT(CHAR(10), 'lateSettlement=REJECT'))
  FROM 2);
