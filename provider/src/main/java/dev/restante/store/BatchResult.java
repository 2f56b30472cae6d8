package dev.restante.store;

import java.util.List;

/**
 * What a batch did, in the order in which it was asked.
 *
 * @param outcomes one for each operation
 * @param acquired one for each acquire request
 */
public record BatchResult(List<Outcome> outcomes, List<Acquired> acquired) {}
