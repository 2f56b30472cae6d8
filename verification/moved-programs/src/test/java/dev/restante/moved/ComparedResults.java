package dev.restante.moved;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Results of one program on the original and on Restante.
 *
 * <p>All programs run once in a JVM and at the same time, because they wait most of the time.
 */
record ComparedResults(Map<String, String> original, Map<String, String> restante) {

    private static final Map<MovedProvider, CompletableFuture<ComparedResults>> RUNS = start();

    private static Map<MovedProvider, CompletableFuture<ComparedResults>> start() {
        Map<MovedProvider, CompletableFuture<ComparedResults>> runs = new HashMap<>();
        for (MovedProvider provider : MovedProvider.ALL) {
            runs.put(
                    provider,
                    run(provider::runOnOriginal).thenCombine(run(provider::runOnRestante), ComparedResults::new));
        }
        return runs;
    }

    private static CompletableFuture<Map<String, String>> run(Callable<Map<String, String>> program) {
        CompletableFuture<Map<String, String>> results = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                results.complete(program.call());
            } catch (Exception | LinkageError e) {
                results.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return results;
    }

    /**
     * Returns the results of the program of a provider.
     *
     * @throws CompletionException if a provider could not be started
     */
    static ComparedResults of(MovedProvider provider) {
        return RUNS.get(provider).join();
    }
}
