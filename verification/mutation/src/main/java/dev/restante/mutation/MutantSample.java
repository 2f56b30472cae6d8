package dev.restante.mutation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Random sample of mutants that is determined by a seed and the name of each mutant. A change of one method leaves the
 * sample of other methods unchanged.
 *
 * @param permille the size of the sample in thousandths of all mutants, 1 to 1,000
 */
record MutantSample(int seed, int permille) {

    MutantSample {
        if (permille < 1 || permille > 1000) {
            throw new IllegalArgumentException("A sample is 1 to 1,000 of 1,000 mutants, not " + permille);
        }
    }

    /** Returns whether the sample contains the mutant with a name. */
    boolean contains(String mutant) {
        return Math.floorMod(hash(seed + " " + mutant), 1000) < permille;
    }

    private static long hash(String text) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("Each Java has SHA-256", e);
        }
    }
}
