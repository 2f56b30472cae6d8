package dev.restante.timedhistory;

/** What the caller of an operation was told. */
public enum OperationResult {
    /** The operation had its effect. */
    OK,
    /** The operation had no effect. */
    REFUSED,
    /** The operation had its effect or not. */
    UNKNOWN
}
