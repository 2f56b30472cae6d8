package dev.restante.surface;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Test that a file lists the public API, so that a change of the API is visible in the file, too. */
class PublicApiTest {

    private static final Path FILE =
            Path.of(System.getProperty("basedir", ".")).resolve("src/test/resources/public-api.txt");
    private static final Pattern OURS = Pattern.compile("\\bdev\\.restante((?:\\.[a-z]+)*)\\.(?=[A-Z])");

    @Test
    @DisplayName("the public classes and their members equal the list in the file")
    void shouldBeAsWritten() throws Exception {
        StringBuilder text = new StringBuilder();
        for (Class<?> each : classes()) {
            text.append(Signatures.header(each)).append('\n');
            Signatures.members(each).stream()
                    .filter(not(PublicApiTest::namesInnerTypes))
                    .forEach(member -> text.append("    ").append(member).append('\n'));
        }
        if (Boolean.getBoolean("public.api.write")) {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, text);
        }
        assertThat(text.toString())
                .as("the public API; after an intended change, write the file with -Dpublic.api.write=true")
                .isEqualTo(Files.readString(FILE));
    }

    @Test
    @DisplayName("the public API mentions only public classes, except in a constructor that only the factory can call")
    void shouldNameNoInnerTypes() throws Exception {
        List<String> inner = new ArrayList<>();
        for (Class<?> each : classes()) {
            Stream.concat(Stream.of(Signatures.header(each)), Signatures.members(each).stream())
                    .filter(PublicApiTest::namesInnerTypes)
                    .forEach(inner::add);
        }
        assertThat(inner).singleElement().asString().startsWith("public RestanteAdmin(");
    }

    private static boolean namesInnerTypes(String signature) {
        return OURS.matcher(signature)
                .results()
                .anyMatch(named -> !PublicPackages.NAMES.contains("dev.restante" + named.group(1)));
    }

    /** Returns all accessible classes of the public packages in order of their names. */
    private static List<Class<?>> classes() throws Exception {
        Path root = Path.of(RestanteConnectionFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Class<?>> classes = new ArrayList<>();
        for (String name : PublicPackages.NAMES) {
            try (Stream<Path> files = Files.list(root.resolve(name.replace('.', '/')))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".class")).toList()) {
                    String simple = file.getFileName().toString().replaceFirst("\\.class$", "");
                    Class<?> type = Class.forName(name + "." + simple, false, PublicApiTest.class.getClassLoader());
                    if (Signatures.visible(type)) {
                        classes.add(type);
                    }
                }
            }
        }
        classes.sort(Comparator.comparing(Class::getName));
        return classes;
    }
}
