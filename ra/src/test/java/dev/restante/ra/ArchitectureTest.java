package dev.restante.ra;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Code of the resource adapter")
class ArchitectureTest {

    private static final String ROOT = "dev.restante.ra";
    private static final int LONGEST_FILE = 800;

    private final JavaClasses ours = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages(ROOT);

    /**
     * Packages with the packages that each of them may use. The root package, which servers configure and call, uses
     * all.
     */
    private static final Map<String, Set<String>> PACKAGES = Map.of(
            "base", Set.of(),
            "server", Set.of("base"),
            "store", Set.of("base", "server"),
            "console", Set.of("base", "server", "store"),
            "outbound", Set.of("base", "server", "store"),
            "inbound", Set.of("base", "server", "store"));

    @Test
    @DisplayName("the adapter starts only threads that survive exceptions")
    void shouldHaveNoThreadsThatAnExceptionEnds() {
        noClasses()
                .should()
                .callConstructorWhere(
                        target(owner(assignableTo(Thread.class).and(not(name("dev.restante.model.WorkerThread"))))))
                .check(ours);
    }

    @Test
    @DisplayName("IDLE-08 the adapter converts durations without overflow")
    void shouldConvertDurationsWithoutOverflow() {
        noClasses()
                .should()
                .callMethod(Duration.class, "toMillis")
                .orShould()
                .callMethod(Duration.class, "toNanos")
                .check(ours);
    }

    @Test
    @DisplayName("each package depends only on the packages below it")
    void shouldUsePackagesBelowOnly() {
        PACKAGES.forEach((packageName, below) -> classes()
                .that()
                .resideInAPackage(packageOf(packageName))
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage(ROOT + "..")
                        .or(resideInAnyPackage(Stream.concat(Stream.of(packageName), below.stream())
                                .map(ArchitectureTest::packageOf)
                                .toArray(String[]::new))))
                .check(ours));
        classes()
                .should()
                .resideInAnyPackage(Stream.concat(
                                Stream.of(ROOT), PACKAGES.keySet().stream().map(ArchitectureTest::packageOf))
                        .toArray(String[]::new))
                .check(ours);
    }

    private static String packageOf(String packageName) {
        return ROOT + "." + packageName;
    }

    @Test
    @DisplayName("the packages have no cyclic dependencies")
    void shouldHaveNoCyclesBetweenPackages() {
        slices().assignedFrom(by(JavaClass::getPackageName))
                .should()
                .beFreeOfCycles()
                .check(ours);
    }

    @Test
    @DisplayName("the source files have no cyclic dependencies")
    void shouldHaveNoCirclesOfFiles() {
        slices().assignedFrom(by(ArchitectureTest::fileOf))
                .should()
                .beFreeOfCycles()
                .check(ours);
    }

    private static SliceAssignment by(Function<JavaClass, String> part) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass each) {
                return each.getName().startsWith(ROOT)
                        ? SliceIdentifier.of(part.apply(each))
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "parts of the adapter";
            }
        };
    }

    private static String fileOf(JavaClass type) {
        JavaClass file = type;
        while (file.getEnclosingClass().isPresent()) {
            file = file.getEnclosingClass().get();
        }
        return file.getName();
    }

    @Test
    @DisplayName("no source file, including tests, is longer than 800 lines")
    void shouldHaveNoLongFiles() throws IOException {
        List<String> tooLong = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    if (lines.count() > LONGEST_FILE) {
                        tooLong.add(file.getFileName().toString());
                    }
                }
            }
        }
        assertThat(tooLong).as("files of more than " + LONGEST_FILE + " lines").isEmpty();
    }
}
