package dev.restante.model;

/**
 * JDBC connection of the application to the store's database, opaque outside the JDBC store. Two instances are equal if
 * they wrap the same connection.
 */
public interface ApplicationConnection {}
