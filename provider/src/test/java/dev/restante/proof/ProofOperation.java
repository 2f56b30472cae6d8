package dev.restante.proof;

import java.util.function.BiFunction;

/**
 * Operation of a node with a name for test reports. {@code prepare} gets a node and an id for the names of entities,
 * and prepares one execution.
 */
record ProofOperation(String name, BiFunction<ProofNode, String, ProofRun> prepare) {}
