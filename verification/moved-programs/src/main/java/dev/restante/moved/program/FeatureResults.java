package dev.restante.moved.program;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Results of a program: the observed result of each feature, in the order of the program. Not thread-safe. */
public final class FeatureResults {

    private static final String REFUSED = "refused: ";

    /** Use of one feature. */
    @FunctionalInterface
    public interface Feature {

        /** Uses the feature, and returns the observed result. */
        String use() throws Exception;
    }

    private final Map<String, String> results = new LinkedHashMap<>();

    /** Uses a feature and records its result, or its exception. */
    public void observe(String name, Feature feature) {
        String result;
        try {
            result = feature.use();
        } catch (Exception e) {
            result = REFUSED + e.getClass().getSimpleName() + ": " + e.getMessage();
        }
        if (results.put(name, result) != null) {
            throw new IllegalArgumentException("Two features have the name '" + name + "'");
        }
    }

    /** Returns whether a result is an exception of the provider. */
    public static boolean isRefusal(String result) {
        return result.startsWith(REFUSED);
    }

    /** Returns the results by the names of the features. */
    public Map<String, String> byFeature() {
        return Collections.unmodifiableMap(results);
    }
}
