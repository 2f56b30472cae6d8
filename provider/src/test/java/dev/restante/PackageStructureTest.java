package dev.restante;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.restante.testing.GraphCycles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of the structure within the layers: the order of packages, no cycles of files, and no overlong files. */
class PackageStructureTest {

    private static final int LONGEST_FILE = 400;

    private static final int WIDEST_COMMENT = 120;

    /** Highest number of files in a package, because files in a larger package are hard to find. */
    private static final int MOST_FILES = 42;

    /** Packages of the database products. */
    private static final String[] PRODUCTS = {
        "dev.restante.store.jdbc.postgres",
        "dev.restante.store.jdbc.mariadb..",
        "dev.restante.store.jdbc.mysql",
        "dev.restante.store.jdbc.hsqldb.."
    };

    private static final Pattern COMMENT = Pattern.compile(" *(/\\*|\\*|//)");

    private static final JavaClasses OURS = ProductClasses.ALL;

    @Test
    void shouldBuildTheRoomsOfTheNodeUponEachOther() {
        hold(
                "dev.restante.node",
                List.of(
                        "worker",
                        "rule",
                        "lock",
                        "dispatch",
                        "lease",
                        "core",
                        "commit",
                        "body",
                        "cluster",
                        "settle",
                        "entity",
                        "send",
                        "receive",
                        "transaction",
                        "expiry",
                        "admin",
                        ""));
    }

    @Test
    void shouldBuildTheRoomsOfJakartaMessagingUponEachOther() {
        hold(
                "dev.restante.jms",
                List.of(
                        "message.object",
                        "message",
                        "error",
                        "observe",
                        "core",
                        "mode",
                        "send",
                        "receive",
                        "xa",
                        "",
                        "context"));
    }

    @Test
    void shouldBuildTheRoomsOfTheStoreUponEachOther() {
        hold(
                "dev.restante.store.jdbc",
                List.of(
                        "connect",
                        "database",
                        "schema",
                        "rows",
                        "table",
                        "read",
                        "batch",
                        "signal",
                        "product",
                        "postgres",
                        "mariadb.galera",
                        "mariadb",
                        "mysql",
                        "hsqldb.file",
                        "hsqldb",
                        ""));
    }

    @Test
    @DisplayName("code for one database product is in its package, and is chosen in one place")
    void shouldChooseTheDatabaseInOnePlace() {
        noClasses()
                .that()
                .resideInAPackage("dev.restante..")
                .and()
                .resideOutsideOfPackages(PRODUCTS)
                .and()
                .haveNameNotMatching(".*(DatabaseProducts|StoreOpener|StoreRescue)")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(PRODUCTS)
                .check(OURS);
    }

    /**
     * Checks that each package uses only the packages before it, and that no other package exists.
     *
     * @param rooms the packages from the lowest to the highest, with an empty name for the parent package itself
     */
    private static void hold(String house, List<String> rooms) {
        List<String> packages = rooms.stream()
                .map(room -> room.isEmpty() ? house : house + "." + room)
                .toList();
        for (int room = 0; room < packages.size(); room++) {
            noClasses()
                    .that()
                    .resideInAPackage(packages.get(room))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            packages.subList(room + 1, packages.size()).toArray(String[]::new))
                    .check(OURS);
        }
        classes()
                .that(resideInAPackage(house + ".."))
                .should()
                .resideInAnyPackage(packages.toArray(String[]::new))
                .check(OURS);
    }

    @Test
    void shouldHaveNoCirclesOfFiles() {
        Map<String, Set<String>> uses = new HashMap<>();
        for (JavaClass each : OURS) {
            Set<String> used = uses.computeIfAbsent(fileOf(each), name -> new HashSet<>());
            each.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(target -> OURS.contain(target.getName()))
                    .map(PackageStructureTest::fileOf)
                    .forEach(used::add);
        }
        Set<String> circles = new TreeSet<>();
        for (Collection<String> circle : GraphCycles.find(uses)) {
            if (!isSealedFamily(circle)) {
                circles.add(String.join(" ", new TreeSet<>(circle)));
            }
        }

        assertThat(circles)
                .as("dependency cycles of files, except within sealed families")
                .isEmpty();
    }

    private static String fileOf(JavaClass type) {
        JavaClass file = type;
        while (file.getEnclosingClass().isPresent()) {
            file = file.getEnclosingClass().get();
        }
        return file.getName();
    }

    /** Returns whether one type is sealed and the other types are its subtypes, which have to refer to each other. */
    private static boolean isSealedFamily(Collection<String> circle) {
        return circle.stream()
                .map(OURS::get)
                .anyMatch(root -> root.reflect().isSealed()
                        && circle.stream().map(OURS::get).allMatch(each -> each.isAssignableTo(root.getName())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "src/test/java"})
    void shouldHaveNoLongFiles(String directory) throws IOException {
        List<String> tooLong = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of(directory))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    if (lines.count() > LONGEST_FILE) {
                        tooLong.add(file.getFileName().toString());
                    }
                }
            }
        }

        assertThat(tooLong).as("files of more than " + LONGEST_FILE + " lines").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"provider", "console", "cli", "ra", "bench"})
    void shouldHaveNoCrowdedRooms(String module) throws IOException {
        List<String> crowded = new ArrayList<>();
        try (Stream<Path> rooms = Files.walk(Path.of("..", module, "src/main/java"))) {
            for (Path room : rooms.filter(Files::isDirectory).toList()) {
                try (Stream<Path> files = Files.list(room)) {
                    long count = files.filter(Files::isRegularFile).count();
                    if (count > MOST_FILES) {
                        crowded.add(room + ": " + count);
                    }
                }
            }
        }

        assertThat(crowded).as("packages of more than " + MOST_FILES + " files").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "provider",
                "console",
                "cli",
                "ra",
                "console-war",
                "samples",
                "samples/spring",
                "samples/boot",
                "spring/restante-spring",
                "spring/restante-spring-boot",
                "spring/restante-spring-boot-3-starter",
                "spring/restante-spring-boot-test",
                "test-servers",
                "servers",
                "bench",
                "tck-runner"
            })
    void shouldWrapComments(String module) throws IOException {
        List<String> tooLong = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("..", module, "src"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.filter(line -> line.length() > WIDEST_COMMENT
                                    && COMMENT.matcher(line).lookingAt())
                            .forEach(line -> tooLong.add(file.getFileName() + ": " + line.strip()));
                }
            }
        }

        assertThat(tooLong).as("comments wider than " + WIDEST_COMMENT).isEmpty();
    }
}
