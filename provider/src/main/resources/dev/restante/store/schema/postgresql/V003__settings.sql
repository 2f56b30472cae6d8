-- Settings of the whole store, as text.
CREATE TABLE restante_setting (
  name VARCHAR(200) PRIMARY KEY,
  setting_value VARCHAR(100000) NOT NULL
);
