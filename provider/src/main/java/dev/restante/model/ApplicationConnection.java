package dev.restante.model;

/**
 * A connection of the application to the database of the store, passed through by everybody but the store's side that
 * speaks to that database. Equal to one of the same connection.
 */
public interface ApplicationConnection {}
