package dev.restante.timedhistory;

/** Result that the caller of an operation got. */
public enum OperationResult {
    /** The operation had its effect. */
    OK,
    /** The operation had no effect. */
    REFUSED,
    /** The operation had its effect or not. */
    UNKNOWN
}
