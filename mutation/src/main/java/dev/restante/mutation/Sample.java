package dev.restante.mutation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Which mutants are looked at. Each is drawn or not by a hash of the seed and its name, so a change to one method
 * leaves the sample of the others as it is.
 *
 * @param permille how many of 1,000, 1 to 1,000
 */
record Sample(int seed, int permille) {

    Sample {
        if (permille < 1 || permille > 1000) {
            throw new IllegalArgumentException("A sample is 1 to 1,000 of 1,000 mutants, not " + permille);
        }
    }

    /** Whether the mutant of this name is in the sample. */
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
