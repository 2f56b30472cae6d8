package dev.restante.surface;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.api.ErrorCodes;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Test that provokes every error code and compares the texts with a golden file. */
@Timeout(180)
class ErrorTextsTest {

    private static final Path FILE =
            Path.of(System.getProperty("basedir", ".")).resolve("src/test/resources/error-texts.txt");

    /** Codes that this module never uses; a test of the resource adapter provokes them. */
    private static final Set<String> OF_THE_RESOURCE_ADAPTER = Set.of(ErrorCodes.NOT_IN_CONTAINER);

    private static final ErrorTexts TEXTS = new ErrorTexts();

    @BeforeAll
    static void provoke() throws Exception {
        try (MessageErrorCases cases = new MessageErrorCases(TEXTS)) {
            cases.provoke();
        }
        try (SessionErrorCases cases = new SessionErrorCases(TEXTS)) {
            cases.provoke();
        }
        try (LockErrorCases cases = new LockErrorCases(TEXTS)) {
            cases.provoke();
        }
        try (EntityErrorCases cases = new EntityErrorCases(TEXTS)) {
            cases.provoke();
        }
        new StoreErrorCases(TEXTS).provoke();
    }

    @Test
    @DisplayName("the texts of all provoked errors equal the texts in the golden file")
    void shouldHaveTheTextsOfTheFile() throws Exception {
        String texts = TEXTS.toString();
        if (Boolean.getBoolean("error.texts.write")) {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, texts);
        }
        assertThat(texts)
                .as("texts of errors; after an intended change, write the file with -Derror.texts.write=true")
                .isEqualTo(Files.readString(FILE));
    }

    @Test
    @DisplayName("at least one case provokes each error code")
    void shouldProvokeEachCode() throws Exception {
        Set<String> codes = new TreeSet<>();
        for (Field field : ErrorCodes.class.getFields()) {
            codes.add((String) field.get(null));
        }
        codes.removeAll(OF_THE_RESOURCE_ADAPTER);
        assertThat(TEXTS.codes()).isEqualTo(codes);
    }
}
