/* The means of 500 stations over 2,000 hours, from a file whose chunks hold 20
 * hours of all stations: one request for each station. After, one request for
 * all. */
#include <hdf5.h>
#include <stdio.h>

enum { HOURS = 2000, STATIONS = 500, CHUNK = 20 };

static float value[HOURS][STATIONS];

static void make(const char *path)
{
	const hsize_t size[] = { HOURS, STATIONS },
		      chunk[] = { CHUNK, STATIONS };
	const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, 0, 0);
	const hid_t space = H5Screate_simple(2, size, NULL);
	const hid_t kind = H5Pcreate(H5P_DATASET_CREATE);
	hid_t set;

	for (int h = 0; h < HOURS; h++) {
		for (int s = 0; s < STATIONS; s++)
			value[h][s] = (float)((h * 31 + s * 17) % 101);
	}
	H5Pset_chunk(kind, 2, chunk);
	set = H5Dcreate2(file, "t", H5T_NATIVE_FLOAT, space, 0, kind, 0);
	H5Dwrite(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, 0, value);
	H5Dclose(set);
	H5Fclose(file);
}

static double mean(const float *v, size_t step)
{
	double sum = 0;

	for (size_t h = 0; h < HOURS; h++)
		sum += v[h * step];
	return sum / HOURS;
}

#ifdef AFTER
static double sum_of_means(hid_t set)
{
	double sum = 0;

	H5Dread(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, 0, value);
	for (int s = 0; s < STATIONS; s++)
		sum += mean(&value[0][s], STATIONS);
	return sum;
}
#else
static double sum_of_means(hid_t set)
{
	static float series[HOURS];
	const hsize_t count[] = { HOURS, 1 }, n = HOURS;
	const hid_t space = H5Dget_space(set);
	const hid_t memory = H5Screate_simple(1, &n, NULL);
	double sum = 0;

	for (int s = 0; s < STATIONS; s++) {
		const hsize_t start[] = { 0, (hsize_t)s };

		H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count,
		                    NULL);
		H5Dread(set, H5T_NATIVE_FLOAT, memory, space, 0, series);
		sum += mean(series, 1);
	}
	return sum;
}
#endif

int main(int argc, char **argv)
{
	const char *path = argc > 1 ? argv[1] : "hyperslabs.h5";
	hid_t file, set;

	make(path);
	file = H5Fopen(path, H5F_ACC_RDONLY, 0);
	set = H5Dopen2(file, "t", 0);
	printf("checksum %.10g\n", sum_of_means(set));
	H5Dclose(set);
	H5Fclose(file);
	return 0;
}
