/**
 * Local transactions, branches of distributed transactions, and transactions of the application (BEY-01, BEY-02,
 * BEY-06). A prepared branch owns its deliveries in the store, as a node does. Tests: {@code feature.xa}, {@code
 * feature.session.TransactionContract}, {@code node.BranchContract}, {@code jta}.
 */
@NullMarked
package dev.restante.node.feature.transactions;

import org.jspecify.annotations.NullMarked;
