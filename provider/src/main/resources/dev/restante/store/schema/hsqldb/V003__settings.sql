-- Settings of the whole store, as text.
CREATE CACHED TABLE IF NOT EXISTS restante_setting (
  name VARCHAR(200) PRIMARY KEY,
  setting_value VARCHAR(100000) NOT NULL
);
