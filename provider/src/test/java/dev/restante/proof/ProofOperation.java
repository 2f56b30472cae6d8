package dev.restante.proof;

import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Operation of a node with a name for test reports. {@code prepare} gets a node and an id for the names of entities,
 * and prepares one execution.
 */
record ProofOperation(String name, BiFunction<ProofNode, String, ProofRun> prepare) {

    /** Returns this operation as one that the node continues after a failure. */
    ProofOperation continuedByNode() {
        return new ProofOperation(name, (node, id) -> prepare.apply(node, id).continuedByNode());
    }

    /** Returns all operations. Calls of a node about its lease belong to a shared store. */
    static Stream<ProofOperation> all(boolean isShared) {
        return Stream.of(
                        SendOperations.all(),
                        SettlementOperations.all(),
                        FeatureOperations.all(),
                        AdministrationOperations.all(),
                        TopicOperations.all(),
                        BranchOperations.all(),
                        isShared ? MembershipOperations.all() : List.<ProofOperation>of())
                .flatMap(List::stream);
    }
}
